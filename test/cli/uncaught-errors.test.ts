import { expect, test } from "vitest";
import { logUncaughtErrors } from "../../src/cli/uncaught-errors.ts";
import { Messages } from "../server/messages.ts";

test.each(["uncaughtException", "unhandledRejection"] as const)(
  "%s: the server logs the error and continues",
  (event) => {
    const before = process.rawListeners(event);
    const messages = new Messages();
    const end = logUncaughtErrors(messages);
    const [added, ...more] = process.rawListeners(event).filter((each) => !before.includes(each));
    expect(more).toEqual([]);
    added?.(new Error("a timer failed"));
    expect(messages.lines).toEqual([
      {
        level: "error",
        message: "an error in the server; it continues",
        fields: { error: expect.stringContaining("a timer failed\n") },
      },
    ]);
    end();
    expect(process.rawListeners(event)).toEqual(before);
  },
);
