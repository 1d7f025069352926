/**
 * Writes the shape of an OpenAPI v2 document as lines: sets of parameters, then paths with their operations, then
 * definitions with their properties.
 */

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly type?: string;
  readonly schema?: { readonly $ref: string };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly consumes?: readonly string[];
  readonly produces?: readonly string[];
  readonly responses: Readonly<
    Record<string, { readonly schema?: { readonly $ref?: string; readonly type?: string } }>
  >;
  readonly "x-kubernetes-action"?: string;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>> & { readonly parameters?: unknown }>>;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly definitions: Readonly<
    Record<string, { readonly properties?: object; readonly required?: readonly string[] }>
  >;
}

const parameterPrefix = "#/parameters/";
const shortRef = (reference = ""): string => reference.replace("#/definitions/", "").replace("io.k8s.", "~");

/** Lists that many lines share, each with a number. */
class Sets {
  readonly lines: string[] = [];
  private readonly numbers = new Map<string, number>();

  numberOf(list: string): string {
    const known = this.numbers.get(list) ?? this.numbers.size + 1;
    if (!this.numbers.has(list)) this.lines.push(`$${known} ${list}`);
    this.numbers.set(list, known);
    return `$${known}`;
  }
}

export function shapeOf({ paths, parameters: shared = {}, definitions }: Document): readonly string[] {
  const sets = new Sets();
  const parameterTexts = (list: unknown): string =>
    ((list ?? []) as readonly Parameter[])
      .map((item) => (item.$ref?.startsWith(parameterPrefix) ? shared[item.$ref.slice(parameterPrefix.length)] : item))
      .map((item) => `${item?.name}/${item?.in}/${item?.type ?? shortRef(item?.schema?.$ref)}`)
      .sort()
      .join(",");
  const operationLine = (method: string, operation: Operation): string => {
    const { operationId, consumes = [], produces = [], responses, "x-kubernetes-action": action = "-" } = operation;
    const answers = Object.entries(responses).map(
      ([code, { schema }]) => `${code}=${schema?.$ref ? shortRef(schema.$ref) : (schema?.type ?? "")}`,
    );
    const given = [
      parameterTexts(operation.parameters),
      consumes.join(","),
      produces.join(","),
      answers.sort().join(","),
    ];
    return [method, action, operationId, ...given.map((list) => sets.numberOf(list))].join(" ");
  };
  const pathLines = Object.entries(paths)
    .sort(byKey)
    .flatMap(([path, { parameters, ...operations }]) => [
      `${path} ${sets.numberOf(parameterTexts(parameters))}`,
      ...Object.entries(operations as Readonly<Record<string, Operation>>)
        .sort(byKey)
        .map(([method, operation]) => `  ${operationLine(method, operation)}`),
    ]);
  const definitionLines = Object.entries(definitions)
    .sort(byKey)
    .map(([name, { properties = {}, required = [] }]) => {
      const fields = Object.keys(properties).map((field) => field + (required.includes(field) ? "!" : ""));
      return `${shortRef(name)} ${fields.sort().join(",")}`.trim();
    });
  return [...sets.lines, ...pathLines, ...definitionLines];
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : Number(a > b);
