/**
 * Every kind that API servers serve, as far as its type tells of it. A kind with rules of its own is authored in a file of its
 * own and takes the place of the one here.
 *
 * @module
 */
import { servedKinds } from "../../api/served-kinds.ts";
import type { Kind } from "../../kind/kind.ts";
import { servedKind } from "../kind.ts";

export const builtinKinds: readonly Kind[] = servedKinds().map((served) => servedKind(served) as Kind);
