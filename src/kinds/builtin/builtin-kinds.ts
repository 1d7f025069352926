/**
 * Every kind that API servers serve, as far as the tables tell of it. A kind with rules of its own is authored in a file
 * of its own and stands in place of the one here.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { servedKinds } from "./resources.ts";
import { tableKind } from "./table-kind.ts";

export const builtinKinds: readonly Kind[] = servedKinds().map((served) => tableKind(served) as Kind);
