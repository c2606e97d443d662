import type { Address } from "@/lib/shadow-ai/ingest/mask/addresses";
import { parseAddress } from "@/lib/shadow-ai/ingest/mask/addresses";
import type { DepartmentRange } from "@/lib/shadow-ai/records";

/** Whose an address is; null where no range holds it. */
export type DepartmentOf = (address: Address) => string | null;

/** A look-up by longest prefix that costs one step a length of prefix, however many ranges there are. */
export function departmentLookup(ranges: readonly DepartmentRange[]): DepartmentOf {
  const byLength = new Map<string, { bytes: number; bits: number; departments: Map<string, string> }>();
  for (const { range, department } of ranges) {
    const [text = "", length = ""] = range.split("/");
    const address = parseAddress(text);
    if (!address || !/^\d+$/.test(length)) continue;
    // `::ffff:10.0.0.0/104` is 10.0.0.0/8.
    const bits = Number(length) - (address.bytes.length === 4 && text.includes(":") ? 96 : 0);
    if (bits < 0 || bits > address.bytes.length * 8) continue;
    const key = `${address.bytes.length}/${bits}`;
    const sameLength = byLength.get(key) ?? { bytes: address.bytes.length, bits, departments: new Map() };
    sameLength.departments.set(prefixOf(address, bits), department);
    byLength.set(key, sameLength);
  }
  const longestFirst = [...byLength.values()].sort((one, other) => other.bits - one.bits);
  return (address) => {
    for (const { bytes, bits, departments } of longestFirst) {
      if (bytes !== address.bytes.length) continue;
      const department = departments.get(prefixOf(address, bits));
      if (department !== undefined) return department;
    }
    return null;
  };
}

function prefixOf({ bytes }: Address, bits: number): string {
  const whole = bytes.slice(0, bits >> 3);
  const rest = bits & 7;
  return rest === 0 ? whole.join(".") : [...whole, (bytes[bits >> 3] ?? 0) >> (8 - rest)].join(".");
}
