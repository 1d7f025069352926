/**
 * Who asks, for those who only pass it on.
 *
 * @module
 */
export type { UserInfo } from "../../access/user.ts";
