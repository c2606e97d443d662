export { evaluateFormat, type FormatResult } from "@/lib/domains/shadow-ai/evaluate/evaluate";
export { addUp, missedGoals, reportOf, totalsByFormat } from "@/lib/domains/shadow-ai/evaluate/report";
