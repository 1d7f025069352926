/**
 * Recognizes values that another program replaces before a file is sent: `${NAME}` of envsubst and Flux, `<name>`,
 * `__NAME__`, `@NAME@`, `{{ .name }}` within quotes, `YOUR_NAME`, `(join('-', [$namespace, 'a']))` of chainsaw, and
 * values that SOPS encrypts.
 *
 * @module
 */

/** The longest placeholder, in UTF-16 units, except for values that SOPS encrypts. */
const maxPlaceholderLength = 1_000;

const forms: readonly RegExp[] = [
  /\$\{[^{}]+\}|\$\([A-Za-z_][\w.-]*\)|^\$[A-Z_][A-Z0-9_]*$/,
  /\{\{[^{}]*(?:\}\}|$)|%\{[^{}]*\}|\{%[^{}]*%\}/,
  /^[^\s<>]*<[A-Za-z][\w .-]*>[^\s<>]*$/,
  /__[A-Z][A-Z0-9_]*__|@[A-Z][A-Z0-9_]*@|\{[A-Z][A-Z0-9_]*\}/,
  /^\((?:\$[A-Za-z]|(?:env|join|random|semver_compare|to_string|x_[a-z0-9_]+)\()[\s\S]*\)$/,
  /^_$/,
  // Words in capitals that request a value.
  /(?:^|[^A-Za-z0-9_])(?:(?:YOUR|REPLACE|CHANGE|INSERT)_[A-Z0-9_]+|FROM_OVERLAY)(?![A-Za-z0-9_])/,
];

/** Matches a value that SOPS encrypts, of any length. */
const encrypted = /^ENC\[[A-Z0-9_]+,/;

/** Whether a value is or contains a placeholder. */
export function isPlaceholder(text: string): boolean {
  return encrypted.test(text) || (text.length <= maxPlaceholderLength && forms.some((form) => form.test(text)));
}
