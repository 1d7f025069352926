/**
 * How much is recorded of a request, and when: the words that audit policies and audit events share.
 *
 * @module
 */
import { text } from "../../schema/fields.ts";
import type { Notes } from "../../schema/notes.ts";

export const auditLevels = ["None", "Metadata", "Request", "RequestResponse"] as const;
export const auditStages = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"] as const;

export const auditLevel = (notes: Notes = {}) => text({ ...notes, enum: auditLevels });
export const auditStage = (notes: Notes = {}) => text({ ...notes, enum: auditStages });
