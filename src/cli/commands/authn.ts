/**
 * `clustervet authn`: shows the user that the API server derives from a token, or why it rejects the token.
 *
 * @module
 */
import type { Command } from "commander";
import { type Authentication, planAuthentication } from "../../access/authenticate.ts";
import type { Claims } from "../../access/claims.ts";
import { type KeySet, signatureFault } from "../../access/signature.ts";
import { claimsOfToken } from "../../access/token.ts";
import { authenticatedGroup, type UserInfo, withAuthenticatedGroup } from "../../access/user.ts";
import type { AuthenticationConfiguration } from "../../api/types/apiserver-v1.ts";
import { formatPath } from "../../diagnostic/path.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { visible } from "../../report/visible.ts";
import type { SourceFile } from "../../source/source-file.ts";
import { exitCannotRun, exitClean, exitFindings, UsageError } from "../exit.ts";
import { type End, io } from "../io.ts";
import {
  addResultOptions,
  faultText,
  loadConfiguration,
  loadSettings,
  loadValue,
  placeJson,
  printJson,
  type ResultFlags,
  rangeIn,
  textStyle,
} from "../single-result.ts";
import { tableLines } from "../table.ts";
import { collect } from "../target-options.ts";
import { print } from "../terminal.ts";

interface AuthnFlags extends ResultFlags {
  readonly config: string;
  readonly claims?: string;
  readonly token?: string;
  readonly jwks?: string;
  readonly at?: string;
}

export function addAuthnCommand(program: Command, end: End): void {
  const command = program
    .command("authn")
    .summary("show which user a token becomes, or why the API server refuses it")
    .description(
      "Maps the claims of a token to a user as kube-apiserver does with this AuthenticationConfiguration, with the same " +
        "steps in the same order. A refusal has the API server's message, at the rule that causes it.",
    )
    .requiredOption("-c, --config <file>", "the AuthenticationConfiguration; - is standard input")
    .option("--claims <file>", "the claims of a token, as JSON or YAML; - is standard input")
    .option("--token <jwt>", "the token itself; - reads it from standard input")
    .option("--jwks <file>", "the issuer's key set, to verify the token's signature")
    .option("--at <time>", "time at which the token arrives, such as 2030-01-31T12:00:00Z (default: now)")
    .option("--service-account-issuer <url>", "kube-apiserver's flag of that name, repeatable", collect);
  addResultOptions(command)
    .addHelpText("after", examples)
    .action((flags: AuthnFlags) => end(authn(flags)));
}

const examples = `
Examples:
  clustervet authn --config authn.yaml --claims claims.json
  clustervet authn --config authn.yaml --token "$TOKEN" --jwks keys.json
  kubectl create token robot | clustervet authn --config authn.yaml --token - --format json

Exit codes: 0 a user, 1 the token is refused or its issuer is not configured, 2 could not tell.`;

/** @returns the exit code */
async function authn(flags: AuthnFlags): Promise<number> {
  const { token, claims } = readCredential(flags);
  const nowMs = flags.at === undefined ? Date.now() : parseTime(flags.at);
  const { settings } = loadSettings(flags);
  const { file, object } = loadConfiguration<AuthenticationConfiguration>(
    flags.config,
    "AuthenticationConfiguration",
    settings,
    flags,
  );
  const keySet = flags.jwks === undefined ? undefined : readKeySet(flags.jwks, flags);
  const fault = token !== undefined && keySet ? await signatureFault(token, keySet) : undefined;
  const result: Authentication = claims
    ? planAuthentication(object, settings.target)(claims, {
        nowMs,
        ...(fault === undefined ? {} : { signatureFault: fault }),
      })
    : {
        outcome: "skipped",
        reason: "the text is not a JSON Web Token: it needs three parts in base64url, the second one JSON",
      };
  const answer = { result, file, signature: signatureState(result, keySet, fault), issuer: issuerOf(object, result) };
  if (flags.format === "json") printAnswerJson(answer, settings.target);
  else printAnswer(answer, flags);
  return { user: exitClean, refused: exitFindings, skipped: exitFindings, undecided: exitCannotRun }[result.outcome];
}

interface Credential {
  readonly token?: string;
  /** Absent if the token has no readable claims. */
  readonly claims?: Claims;
}

/** @throws {UsageError} */
function readCredential(flags: AuthnFlags): Credential {
  const { token, claims, jwks } = flags;
  if ((token === undefined) === (claims === undefined)) throw new UsageError("pass either --claims or --token");
  if ([flags.config, token, claims, jwks].filter((path) => path === "-").length > 1) {
    throw new UsageError("only one of the options can read standard input");
  }
  if (claims !== undefined) {
    if (jwks !== undefined) throw new UsageError("--jwks needs --token: claims have no signature");
    const { object, file } = loadValue(claims, flags);
    if (!isPlainObject(object)) throw new UsageError(`${file.name} must hold an object with the claims`);
    return { claims: object };
  }
  const text = (token === "-" ? Buffer.from(io().readStdin()).toString() : (token ?? ""))
    .trim()
    .replace(/^Bearer\s+/i, "");
  if (text === "") throw new UsageError("the token is empty");
  const read = claimsOfToken(text);
  return { token: text, ...(read ? { claims: read } : {}) };
}

/** @throws {UsageError} */
function readKeySet(path: string, flags: ResultFlags): KeySet {
  const { object, file } = loadValue(path, flags);
  const keys = isPlainObject(object) ? (object["keys"] ?? [object]) : undefined;
  if (!Array.isArray(keys) || !keys.every((key) => isPlainObject(key) && typeof key["kty"] === "string")) {
    throw new UsageError(`${file.name} must contain a JSON web key set`, 'for example {"keys": [{"kty": "RSA", ...}]}');
  }
  return { keys };
}

/** @throws {UsageError} */
function parseTime(text: string): number {
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new UsageError(`--at must be a time such as 2030-01-31T12:00:00Z; got "${text}"`);
  return time;
}

function issuerOf({ jwt = [] }: AuthenticationConfiguration, result: Authentication): string | undefined {
  return "authenticator" in result ? jwt[result.authenticator]?.issuer?.url : undefined;
}

type SignatureState = "verified" | "refused" | "not verified";

function signatureState(result: Authentication, keySet: KeySet | undefined, fault: string | undefined): SignatureState {
  if (!keySet || result.outcome === "skipped") return "not verified";
  return fault === undefined ? "verified" : "refused";
}

interface Answer {
  readonly result: Authentication;
  readonly file: SourceFile;
  readonly signature: SignatureState;
  readonly issuer: string | undefined;
}

function printAnswerJson({ result, file, signature, issuer }: Answer, target: string): void {
  const { outcome } = result;
  const authenticator = "authenticator" in result ? { index: result.authenticator, issuer } : undefined;
  const shared = { target, outcome, signature, authenticator };
  switch (outcome) {
    case "user":
      printJson({ ...shared, user: result.user });
      break;
    case "refused": {
      const { stage, message, path, help } = result.refusal;
      const place = placeJson(file.name, path, rangeIn(file, withSpan(result.refusal)));
      printJson({ ...shared, refusal: { stage, message, help, ...place } });
      break;
    }
    case "undecided":
      printJson({ ...shared, reason: result.reason, ...placeJson(file.name, result.path, rangeIn(file, result)) });
      break;
    case "skipped":
      printJson({ ...shared, reason: result.reason });
  }
}

function withSpan({ path, span }: Extract<Authentication, { outcome: "refused" }>["refusal"]) {
  return { path, ...(span ? { span } : {}) };
}

function printAnswer({ result, file, signature, issuer }: Answer, flags: AuthnFlags): void {
  const { stdout } = process;
  switch (result.outcome) {
    case "user":
      print(`${userLines(result.user, `${issuer} (${formatPath(["jwt", result.authenticator])})`).join("\n")}\n`);
      if (withAuthenticatedGroup(result.user.username, result.user.groups) !== result.user.groups) {
        print(`\nnote: the API server adds the group ${authenticatedGroup}\n`);
      }
      break;
    case "refused": {
      const { stage, refusal } = { stage: result.refusal.stage, refusal: result.refusal };
      const range = rangeIn(file, withSpan(refusal));
      print(faultText(file, `authn/${stage}`, { ...refusal, range }, textStyle(flags, stdout)));
      print("\nrefused\n");
      break;
    }
    case "undecided":
      print(
        faultText(
          file,
          "authn/undecided",
          { ...result, message: result.reason, range: rangeIn(file, result) },
          textStyle(flags, stdout),
        ),
      );
      print("\nundecided: only a running API server can decide\n");
      break;
    case "skipped":
      print(`not authenticated: ${visible(result.reason)}\n`);
  }
  if (signature === "not verified")
    print(
      `note: the signature was not verified${flags.token === undefined ? "" : "; pass the issuer's keys with --jwks"}\n`,
    );
}

function userLines({ username, uid, groups, extra }: UserInfo, issuer: string): readonly string[] {
  const attributes = Object.entries(extra).map(([key, values]) => `${key} = ${values.join(", ")}`);
  const labeled = (label: string, values: readonly string[]) =>
    (values.length > 0 ? values : ["-"]).map((value, index) => [index === 0 ? label : "", value]);
  return tableLines([
    ...labeled("username", [username === "" ? '""' : username]),
    ...labeled("uid", uid === "" ? [] : [uid]),
    ...labeled("groups", groups),
    ...labeled("extra", attributes),
    ...labeled("issuer", [issuer]),
  ]);
}
