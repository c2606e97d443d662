export { evaluateFormat, type FormatResult } from "@/lib/shadow-ai/evaluate/evaluate";
export { addUp, goals, missedGoals, reportOf, totalsByFormat } from "@/lib/shadow-ai/evaluate/report";
