import { z } from "zod";
import type { Context } from "@/lib/platform/core/context";
import type { Scope } from "@/lib/platform/core/roles";
import type { RateClass } from "@/lib/platform/rate-limits";

/** A tool of the MCP server. It calls the operation of a route, with the same scope and rate limit. */
export interface Tool<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  title: string;
  description: string;
  scope: Scope;
  limit: RateClass;
  input: I;
  output: O;
  /** Returns the structured result, and a summary of it in one or two sentences. */
  run(ctx: Context, input: z.output<I>): Promise<{ data: z.input<O>; text: string }>;
}

export function tool<I extends z.ZodType, O extends z.ZodType>(declared: Tool<I, O>): Tool {
  return declared as unknown as Tool;
}

/** The tool as `tools/list` describes it. */
export function describeTool(name: string, { title, description, scope, input, output }: Tool) {
  return {
    name,
    title,
    description: `${description} Requires the \`${scope}\` scope.`,
    inputSchema: jsonSchema(input, "input"),
    outputSchema: jsonSchema(output, "output"),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

/** The protocol requires `type` at the top, which a union does not have. */
function jsonSchema(schema: z.ZodType, io: "input" | "output"): { type: "object" } & Record<string, unknown> {
  return { ...z.toJSONSchema(schema, { io, unrepresentable: "any" }), type: "object" };
}
