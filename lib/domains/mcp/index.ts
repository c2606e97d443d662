export { answerMessage } from "@/lib/domains/mcp/answer-message";
