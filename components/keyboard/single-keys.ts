import { readStored, useStored } from "@/lib/client/stored";

const key = "single-key-shortcuts";

function isBoolean(value: unknown): value is boolean {
  return typeof value === "boolean";
}

/** Whether shortcuts of one character work in this browser; they do unless somebody switched them off. */
export function singleKeysAreOn(): boolean {
  return readStored(key, true, isBoolean);
}

/** The switch for shortcuts of one character. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  return useStored(key, true, isBoolean);
}
