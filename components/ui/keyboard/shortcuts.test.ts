import { describe, expect, it } from "vitest";
import { shortcutGroups } from "@/components/ui/keyboard/shortcut-list";
import { endsWithKeys, isSingleKey, keysText, type Press } from "@/components/ui/keyboard/shortcuts";

function press(key: string, change: Partial<Press> = {}): Press {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, timeStamp: 0, ...change };
}

describe("shortcuts", () => {
  it.each<[string, Press[], boolean]>([
    ["j", [press("j")], true],
    ["j", [press("J", { shiftKey: true })], false],
    ["j", [press("j", { ctrlKey: true })], false],
    ["shift+x", [press("X", { shiftKey: true })], true],
    ["mod+k", [press("k", { ctrlKey: true })], true],
    ["mod+k", [press("k")], false],
    ["?", [press("?", { shiftKey: true })], true],
    ["?", [press("?")], true],
    ["g d", [press("g"), press("d", { timeStamp: 900 })], true],
    ["g d", [press("g"), press("d", { timeStamp: 1_100 })], false],
    ["g d", [press("d"), press("g")], false],
    ["d", [press("g"), press("d", { timeStamp: 10 })], true],
  ])("%s matches %j: %s", (keys, presses, is) => {
    expect(endsWithKeys(presses, keys)).toBe(is);
  });

  it("list the page's shortcuts first, combine keys with the same label, and omit overridden shortcuts", () => {
    const groups = shortcutGroups([
      { keys: "g d", label: "Detections", group: "Go to", run: () => undefined },
      { keys: "j", label: "Next row", run: () => undefined },
      { keys: "ArrowDown", label: "Next row", run: () => undefined },
      { keys: "j", label: "Something older", run: () => undefined },
    ]);
    expect(groups).toEqual([
      ["This page", [{ label: "Next row", keys: ["j", "ArrowDown"] }]],
      ["Go to", [{ label: "Detections", keys: ["g d"] }]],
    ]);
  });

  it.each<[string, boolean]>([
    ["j", true],
    ["g d", true],
    ["shift+x", true],
    ["?", true],
    ["mod+k", false],
    ["Enter", false],
  ])("%s is a single-key shortcut: %s", (keys, can) => {
    expect(isSingleKey(keys)).toBe(can);
  });

  it("are shown with the names of the keys", () => {
    expect(keysText("mod+k", false)).toEqual([["Ctrl", "K"]]);
    expect(keysText("mod+k", true)).toEqual([["⌘", "K"]]);
    expect(keysText("shift+x", false)).toEqual([["Shift", "x"]]);
  });
});
