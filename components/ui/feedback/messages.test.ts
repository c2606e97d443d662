import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { ApiError } from "@/components/ui/api/api-error";
import { messages, notify } from "@/components/ui/feedback/messages";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const { id } of messages.get()) messages.hide(id);
  vi.useRealTimers();
});

const texts = () => messages.get().map(({ about }) => ("text" in about ? about.text : "error"));
const refused = (message: string) => new ApiError({ status: 409, code: "conflict", message });

describe("a message", () => {
  it("closes after five seconds, or ten with Undo", () => {
    notify.success("Saved.");
    notify.success("Dismissed.", { undo: async () => undefined });
    vi.advanceTimersByTime(5_000);
    expect(texts()).toEqual(["Dismissed."]);
    vi.advanceTimersByTime(5_000);
    expect(texts()).toEqual([]);
  });

  it("stays open while held, and then restarts its timer", () => {
    notify.success("Dismissed.", { undo: async () => undefined });
    const id = messages.get()[0]?.id ?? "";
    vi.advanceTimersByTime(9_999);
    messages.hold(id);
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(["Dismissed."]);
    messages.release(id);
    vi.advanceTimersByTime(9_999);
    expect(texts()).toEqual(["Dismissed."]);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it("about an error stays until closed, and replaces the same error", () => {
    notify.error(refused("Changed by another user."));
    notify.error(refused("Changed by another user."));
    notify.error(refused("Closed."));
    vi.advanceTimersByTime(3_600_000);
    expect(texts()).toEqual(["error", "error"]);
  });

  it("is removed if there are too many, errors last", () => {
    notify.error(refused("a"));
    for (const text of ["1", "2", "3", "4"]) notify.success(text);
    expect(texts()).toEqual(["error", "2", "3", "4"]);
  });
});

test.each([
  ["closes the message and reports success", () => Promise.resolve(), ["Change undone."]],
  ["shows an error if it fails", () => Promise.reject(refused("Too late.")), ["error"]],
])("undo %s", async (_name, undo, shown) => {
  const revert = vi.fn(undo);
  notify.success("Dismissed.", { undo: revert });
  const about = messages.get()[0]?.about;
  if (about && "undo" in about) about.undo?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(revert).toHaveBeenCalledTimes(1);
  expect(texts()).toEqual(shown);
});
