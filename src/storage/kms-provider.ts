/**
 * Encryption with a key management service, in the API server's format. The service encrypts a random seed once, from
 * which a separate key for each value is derived. When the service's key changes, a new seed is created.
 *
 * @module
 */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { cipherOf } from "./ciphers.ts";
import {
  type Annotations,
  decodeEncryptedObject,
  type EncryptedObject,
  encodeEncryptedObject,
  KmsClient,
  type KmsStatus,
  type WrappedKey,
} from "./kms-client.ts";
import type { Transformer } from "./transformer.ts";

export interface KmsSettings {
  /** Stored together with the values that the provider encrypts. */
  readonly name: string;
  readonly socketPath: string;
  /** Timeout of each call. */
  readonly timeoutMs: number;
  /** Called each time a check finds the service unhealthy. */
  onUnhealthy(error: string): void;
  /** Milliseconds since 1970; default: the system clock. */
  nowMs?(): number;
}

/** Waiting times between two checks of the service, after a successful and a failed check. */
const pollMs = { well: 60_000, unwell: 10_000 };
/** How long health checks reuse the result of a check. */
const checkValidityMs = { well: 20_000, unwell: 3_000 };
/** How long a seed may encrypt after the service last confirmed its key. */
const seedValidityMs = 180_000;
/** How long a decrypted key is cached. */
const keyCacheMs = 86_400_000;
/** The maximum number of cached keys. */
export const maxCachedKeys = 10_000;

const maxKeyIdBytes = 1024;
const maxWrappedKeyBytes = 1024;
const maxAnnotationBytes = 32 * 1024;

const keyType = 0;
const seedType = 1;
const seedBytes = 32;
/** The random input for deriving the key of a value; it is stored before the value. */
const infoBytes = 32;

/** The seed that currently encrypts. */
interface CurrentSeed {
  readonly seed: Transformer;
  readonly wrapped: WrappedKey;
  readonly untilMs: number;
}

export class KmsProvider {
  readonly name: string;
  readonly transformer: Transformer = {
    read: (value, place) => this.#read(value, place),
    write: (data, place) => this.#write(data, place),
  };
  readonly #settings: KmsSettings;
  readonly #client: KmsClient;
  readonly #keys = new Map<string, { readonly transformer: Transformer; readonly untilMs: number }>();
  #current: CurrentSeed | undefined;
  #version = "";
  #lastCheck: { readonly atMs: number; readonly fault: Error | undefined } | undefined;
  #runningCheck: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(settings: KmsSettings) {
    this.name = settings.name;
    this.#settings = settings;
    this.#client = new KmsClient(settings.socketPath, settings.timeoutMs);
  }

  /**
   * Starts periodic checks of the service. Resolves after the first one, even if it fails, since the service may
   * recover later.
   */
  async start(): Promise<void> {
    const isHealthy = await this.check().then(
      () => true,
      (error: Error) => {
        this.#settings.onUnhealthy(error.message);
        return false;
      },
    );
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.start(), isHealthy ? pollMs.well : pollMs.unwell).unref();
  }

  /** Checks the service, unless the last result is recent. @throws {Error} if the service is unhealthy */
  async check(): Promise<void> {
    const { atMs, fault } = this.#lastCheck ?? { atMs: Number.NEGATIVE_INFINITY, fault: undefined };
    if (this.#nowMs() - atMs >= (fault ? checkValidityMs.unwell : checkValidityMs.well)) {
      this.#runningCheck ??= this.#runCheck().finally(() => {
        this.#runningCheck = undefined;
      });
      await this.#runningCheck;
    }
    if (this.#lastCheck?.fault) throw this.#lastCheck.fault;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#client.close();
  }

  #nowMs(): number {
    return this.#settings.nowMs?.() ?? Date.now();
  }

  async #runCheck(): Promise<void> {
    const fault = await this.#update().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    this.#lastCheck = { atMs: this.#nowMs(), fault };
  }

  async #update(): Promise<void> {
    const status = await this.#client.status().catch((error: Error) => {
      throw new Error(
        `failed to perform status section of the healthz check for KMS Provider ${this.name}, error: ${error.message}`,
      );
    });
    const faults = [...this.#faultsOf(status)];
    if (faults.length === 0 || isKeyId(status.keyId)) {
      const rotation = await this.#rotate(status.keyId).catch((error: Error) => error.message);
      if (rotation !== undefined) faults.push(rotation);
    }
    if (faults.length === 0) return;
    const all = faults.length === 1 ? faults[0] : `[${faults.join(", ")}]`;
    throw new Error(`kmsv2 Provider ${this.name} is not healthy, error: ${all}`);
  }

  *#faultsOf({ version, healthz, keyId }: KmsStatus): Generator<string, void> {
    if (healthz !== "ok") yield `got unexpected healthz status: ${healthz}`;
    if (version !== "v2" && version !== "v2beta1") yield `expected KMSv2 API version v2, got ${version}`;
    else {
      if (this.#version === "") this.#version = version;
      if (this.#version !== version) {
        yield `KMSv2 API version should not change after the initial status response version ${this.#version}, got ${version}`;
      }
    }
    if (!isKeyId(keyId)) yield `got invalid KMSv2 KeyID: ${keyIdFault(keyId)}`;
  }

  /** Creates a seed for the key with the ID, unless the current seed already has it. */
  async #rotate(keyId: string): Promise<undefined> {
    const untilMs = this.#nowMs() + seedValidityMs;
    if (this.#current?.wrapped.keyId === keyId) {
      this.#current = { ...this.#current, untilMs };
      return;
    }
    const seed = randomBytes(seedBytes);
    const wrapped = await this.#client.encrypt(seed, randomUUID()).catch((error: Error) => {
      throw new Error(`failed to rotate DEK: failed to encrypt DEK, error: ${error.message}`);
    });
    assertStorable({ ...wrapped, data: new Uint8Array(1), sourceType: seedType });
    if (wrapped.keyId !== keyId) {
      throw new Error("failed to rotate DEK: the key ids of Status and of Encrypt differ");
    }
    const transformer = seedTransformer(seed);
    this.#current = { seed: transformer, wrapped, untilMs };
    this.#cacheTransformer(cacheKeyOf(wrapped, seedType), transformer);
  }

  #write(data: Uint8Array, place: Uint8Array): Uint8Array {
    const { seed, wrapped, untilMs } = this.#assertCurrent();
    if (this.#nowMs() > untilMs) {
      throw new Error(
        `encryptedDEKSource expired at ${new Date(untilMs).toISOString()}: the KMS provider ${this.name} is not healthy`,
      );
    }
    return encodeEncryptedObject({ ...wrapped, data: seed.write(data, place), sourceType: seedType });
  }

  #assertCurrent(): CurrentSeed {
    if (!this.#current) throw new Error(`the KMS provider ${this.name} has given no key yet`);
    return this.#current;
  }

  async #read(value: Uint8Array, place: Uint8Array) {
    const stored = decodeEncryptedObject(value);
    assertStorable(stored);
    const { wrapped } = this.#assertCurrent();
    const { data, isStale } = await (await this.#transformerOf(stored)).read(stored.data, place);
    return { data, isStale: isStale || stored.keyId !== wrapped.keyId || stored.sourceType !== seedType };
  }

  async #transformerOf(stored: EncryptedObject): Promise<Transformer> {
    const cacheKey = cacheKeyOf(stored, stored.sourceType);
    const known = this.#keys.get(cacheKey);
    if (known && known.untilMs > this.#nowMs()) return known.transformer;
    const key = await this.#client.decrypt(stored, randomUUID()).catch((error: Error) => {
      throw new Error(`failed to decrypt DEK, error: ${error.message}`);
    });
    const transformer = stored.sourceType === seedType ? seedTransformer(key) : cipherOf("aesgcm", key);
    this.#cacheTransformer(cacheKey, transformer);
    return transformer;
  }

  #cacheTransformer(cacheKey: string, transformer: Transformer): void {
    this.#keys.delete(cacheKey);
    this.#keys.set(cacheKey, { transformer, untilMs: this.#nowMs() + keyCacheMs });
    const [oldest] = this.#keys.keys();
    if (oldest !== undefined && this.#keys.size > maxCachedKeys) this.#keys.delete(oldest);
  }
}

/**
 * Returns a transformer that encrypts each value with a separate key, derived from the seed and random bytes, which are
 * stored before the value.
 *
 * @throws {Error} for a short seed
 */
function seedTransformer(seed: Uint8Array): Transformer {
  if (seed.length < seedBytes) throw new Error(`invalid seed length ${seed.length} used for key generation`);
  // The first output block of HKDF with SHA-256 (RFC 5869, section 2.3).
  const cipherFor = (info: Uint8Array) =>
    cipherOf("aesgcm", createHmac("sha256", seed).update(info).update(Uint8Array.of(1)).digest());
  return {
    read(value, place) {
      if (value.length < infoBytes) throw new Error("the stored data was shorter than the required size");
      return cipherFor(value.subarray(0, infoBytes)).read(value.subarray(infoBytes), place);
    },
    write(data, place) {
      const info = randomBytes(infoBytes);
      return Buffer.concat([info, cipherFor(info).write(data, place)]);
    },
  };
}

function cacheKeyOf({ ciphertext, keyId, annotations }: WrappedKey, sourceType: number): string {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
  const notes = [...annotations]
    .map(([name, value]) => [name, hex(value)])
    .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  return JSON.stringify([sourceType, hex(ciphertext), keyId, notes]);
}

/** Checks a value. @throws {Error} if the API server would neither store nor read it */
function assertStorable({ data, keyId, ciphertext, annotations, sourceType }: EncryptedObject): void {
  if (sourceType !== keyType && sourceType !== seedType)
    throw new Error(`unknown encryptedDEKSourceType: ${sourceType}`);
  if (data.length === 0) throw new Error("encrypted data is empty");
  if (ciphertext.length === 0)
    throw new Error("failed to validate encrypted DEK source: encrypted DEK source is empty");
  if (ciphertext.length > maxWrappedKeyBytes) {
    const size = `encrypted DEK source is ${ciphertext.length} bytes, which exceeds the max size of ${maxWrappedKeyBytes}`;
    throw new Error(`failed to validate encrypted DEK source: ${size}`);
  }
  if (!isKeyId(keyId)) throw new Error(`failed to validate key id: ${keyIdFault(keyId)}`);
  assertAnnotations(annotations);
}

/** Domain names with at least one dot, as the names of annotations. */
const domainName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/;
const maxNameLength = 253;

function assertAnnotations(annotations: Annotations): void {
  let bytes = 0;
  for (const [name, value] of annotations) {
    if (name.length > maxNameLength || !domainName.test(name)) {
      throw new Error(`failed to validate annotations: ${JSON.stringify(name)} is not a fully qualified domain name`);
    }
    bytes += name.length + value.length;
  }
  if (bytes <= maxAnnotationBytes) return;
  const size = `total size of annotations is ${bytes}, which exceeds the max size of ${maxAnnotationBytes}`;
  throw new Error(`failed to validate annotations: ${size}`);
}

const isKeyId = (keyId: string): boolean => keyId !== "" && Buffer.byteLength(keyId) <= maxKeyIdBytes;

const keyIdFault = (keyId: string): string =>
  keyId === ""
    ? "keyID is empty"
    : `keyID is ${Buffer.byteLength(keyId)} bytes, which exceeds the max size of ${maxKeyIdBytes}`;
