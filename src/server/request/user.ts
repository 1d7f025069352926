/**
 * The user of a request, for modules that only pass it on.
 *
 * @module
 */
export type { UserInfo } from "../../access/user.ts";
