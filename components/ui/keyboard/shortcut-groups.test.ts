import { describe, expect, it } from "vitest";
import { shortcutGroups } from "@/components/ui/keyboard/shortcut-list";

const run = () => undefined;

describe("shortcutGroups", () => {
  it("lists the page first, combines keys with the same label, and omits overridden shortcuts", () => {
    const groups = shortcutGroups([
      { keys: "g d", label: "Detections", group: "Go to", run },
      { keys: "j", label: "Next row", run },
      { keys: "ArrowDown", label: "Next row", run },
      { keys: "j", label: "Something older", run },
    ]);
    expect(groups).toEqual([
      ["This page", [{ label: "Next row", keys: ["j", "ArrowDown"] }]],
      ["Go to", [{ label: "Detections", keys: ["g d"] }]],
    ]);
  });
});
