import { type ErrorCode, errorTable } from "@/lib/errors";

/** Markdown: every error code with its status and meaning. */
export function errorCodeTable(): string {
  const rows = (Object.keys(errorTable) as ErrorCode[]).map((code) => {
    const { status, title } = errorTable[code];
    return `| ${status} | \`${code}\` | ${title} |`;
  });
  return ["| Status | `error` | Meaning |", "|---:|---|---|", ...rows].join("\n");
}
