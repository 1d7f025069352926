/**
 * All kinds that API servers serve, with the validation that follows from their Go types. Kinds with rules of their own
 * are defined in separate files, which replace the ones here.
 *
 * @module
 */
import { servedKinds } from "../../api/served-kinds.ts";
import type { Kind } from "../../kind/kind.ts";
import { servedKind } from "../kind.ts";

export const builtinKinds: readonly Kind[] = servedKinds().map((served) => servedKind(served) as Kind);
