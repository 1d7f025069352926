/**
 * Values that another program puts in before a file is sent: `${NAME}` of envsubst and Flux, `<name>`, `__NAME__`, `@NAME@`,
 * `{{ .name }}` within quotes, `(join('-', [$namespace, 'a']))` of chainsaw, values that SOPS encrypts.
 *
 * @module
 */

/** UTF-16 units; a longer text is no placeholder. */
const maxPlaceholderLength = 1_000;

const forms: readonly RegExp[] = [
  /\$\{[^{}]+\}|\$\([A-Za-z_][\w.-]*\)|^\$[A-Z_][A-Z0-9_]*$/,
  /\{\{[^{}]*(?:\}\}|$)|%\{[^{}]*\}|\{%[^{}]*%\}/,
  /^[^\s<>]*<[A-Za-z][\w .-]*>[^\s<>]*$/,
  /__[A-Z][A-Z0-9_]*__|@[A-Z][A-Z0-9_]*@|\{[A-Z][A-Z0-9_]*\}/,
  /^\((?:\$[A-Za-z]|(?:env|join|random|semver_compare|to_string|x_[a-z0-9_]+)\()[\s\S]*\)$/,
  /^_$|^ENC\[[A-Z0-9_]+,/,
];

/** Whether a value is, or has in it, something that is to be replaced. */
export function isPlaceholder(text: string): boolean {
  return text.length <= maxPlaceholderLength && forms.some((form) => form.test(text));
}
