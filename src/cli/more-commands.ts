/**
 * Adds all commands except `lint`. Hooks and CI run `lint` very often, so it does not load the code of the other
 * commands.
 *
 * @part commands
 * @module
 */
import type { Command } from "commander";
import { addAuthnCommand } from "./commands/authn.ts";
import { addAuthzCommand } from "./commands/authz.ts";
import { addCanICommand } from "./commands/can-i.ts";
import { addCompletionCommand } from "./commands/completion.ts";
import { addDiffCommand } from "./commands/diff.ts";
import { addEnvtestCommand } from "./commands/envtest.ts";
import { addEvalCommand } from "./commands/eval.ts";
import { addExplainCommand } from "./commands/explain.ts";
import { addGraphCommand } from "./commands/graph.ts";
import { addImageCredentialsCommand } from "./commands/image-credentials.ts";
import { addInitCommand } from "./commands/init.ts";
import { addKindsCommand } from "./commands/kinds.ts";
import { addMergeCommand } from "./commands/merge.ts";
import { addReportCommand } from "./commands/report.ts";
import { addRolloutCommand } from "./commands/rollout.ts";
import { addRulesCommand } from "./commands/rules.ts";
import { addSchemaCommand } from "./commands/schema.ts";
import { addServeCommand } from "./commands/serve.ts";
import { addStorageCommand } from "./commands/storage.ts";
import { addTestCommand } from "./commands/test.ts";
import { addUpgradeCommand } from "./commands/upgrade.ts";
import { addWhoCanCommand } from "./commands/who-can.ts";
import type { End } from "./io.ts";
import type { ProgramFiles } from "./program-files.ts";

export function addMoreCommands(program: Command, files: ProgramFiles, end: End): void {
  addAuthnCommand(program, end);
  addAuthzCommand(program, end);
  addDiffCommand(program, end);
  addEnvtestCommand(program, files, end);
  addEvalCommand(program, end);
  addCanICommand(program, end);
  addWhoCanCommand(program, end);
  addExplainCommand(program, files);
  addGraphCommand(program, end);
  addImageCredentialsCommand(program, end);
  addInitCommand(program, files, end);
  addKindsCommand(program);
  addMergeCommand(program, end);
  addReportCommand(program, files, end);
  addRolloutCommand(program, end);
  addRulesCommand(program);
  addSchemaCommand(program);
  addServeCommand(program, files, end);
  addStorageCommand(program, files, end);
  addTestCommand(program, end);
  addUpgradeCommand(program, files, end);
  addCompletionCommand(program);
}
