/**
 * A token in a file that someone else replaces before the token expires.
 *
 * @module
 */

/** How long the content of a token file is used until the file is read again; client-go reads it each minute with 10 s to spare. */
const tokenLifetimeMs = 50_000;

/**
 * The token, whenever it is asked for; a file that is missing for a moment leaves the last one in use.
 *
 * @param read - the file's content
 * @param first - in use until the file was read
 * @throws {Error} when it is asked for and no token is there
 */
export function tokenIn(read: () => string, nowMs: () => number, first = ""): () => string {
  let token = first;
  let readMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (nowMs() - readMs < tokenLifetimeMs) return token;
    try {
      const content = read().trim();
      if (content === "") throw new Error("the file is empty");
      token = content;
      readMs = nowMs();
    } catch (error) {
      if (token === "") throw error;
    }
    return token;
  };
}
