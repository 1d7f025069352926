/**
 * Port ranges as k8s.io/apimachinery/pkg/util/net parses them: `30000-32767`, `30000+2767`, or a single port.
 *
 * @module
 */
const maxPort = 65_535;

/** Whether the text is a port number; 0 is valid. */
export const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= maxPort;

/** Whether the text is a range; an empty text is the unlimited range. */
export function isPortRange(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === "") return true;
  const [, first = "", sign, second = ""] = /^(\d{1,5})(?:([-+])(\d{1,5}))?$/.exec(trimmed) ?? [];
  if (!isPort(first)) return false;
  if (sign === "-") return isPort(second) && Number(second) >= Number(first);
  return sign === undefined || Number(first) + Number(second) <= maxPort;
}
