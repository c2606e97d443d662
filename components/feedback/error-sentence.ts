import { ApiError } from "@/components/api/api-error";

/** What to tell people of an error. What is no answer of the service is a fault of the page, whose words help nobody. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something went wrong in this page. Reload it and try again.";
  if (error.code === "rate_limited" && error.retryAfterSeconds !== null) {
    return `Too many requests. Try again in ${error.retryAfterSeconds} s.`;
  }
  const others = error.details.filter(({ message }) => !error.message.includes(message));
  return [error.message, ...others.map(({ path, message }) => `${path} ${message}.`)].slice(0, 4).join(" ");
}
