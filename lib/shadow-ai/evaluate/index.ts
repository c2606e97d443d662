export { evaluateFormat, type FormatResult } from "@/lib/shadow-ai/evaluate/evaluate";
export { reportOf, totalsByFormat } from "@/lib/shadow-ai/evaluate/report";
export { addUp, goals, missedGoals } from "@/lib/shadow-ai/evaluate/totals";
