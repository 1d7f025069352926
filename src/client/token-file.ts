/**
 * Reads a token from a file that another program replaces before the token expires.
 *
 * @module
 */

/**
 * How long a token is used before the file is read again. client-go reads the file every minute, less a margin of 10 s.
 */
const tokenLifetimeMs = 50_000;

/**
 * Returns a function that returns the current token. If the file cannot be read, it returns the last token.
 *
 * @param read - returns the content of the file
 * @param first - used until the file was read successfully
 * @throws {Error} in the returned function, if the file cannot be read and there is no earlier token
 */
export function createTokenReader(read: () => string, nowMs: () => number, first = ""): () => string {
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
