import { describe, expect, it } from "vitest";
import { shortcutGroups } from "@/components/ui/keyboard/shortcut-list";

const run = () => undefined;

describe("the list of shortcuts", () => {
  it("has what is on the page first, keys that do the same together, and the same keys once", () => {
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
