/** Changes the tables of a closed LMDB store directly. */
import { type Database, open } from "lmdb";

export interface RawTables {
  readonly heads: Database<Buffer, Buffer>;
  readonly versions: Database<Buffer, Buffer>;
  readonly meta: Database<Buffer, Buffer>;
}

const raw = { encoding: "binary", keyEncoding: "binary" } as const;

/** @param directory - the directory of a closed store */
export async function tamper(directory: string, change: (tables: RawTables) => void): Promise<void> {
  const path = `${directory}/storage.mdb`;
  const root = open<Buffer, Buffer>({ ...raw, path, noSubdir: true, overlappingSync: false, maxDbs: 3 });
  const table = (name: string) => root.openDB<Buffer, Buffer>({ ...raw, name });
  const tables = { heads: table("heads"), versions: table("versions"), meta: table("meta") };
  root.transactionSync(() => change(tables));
  await root.close();
}
