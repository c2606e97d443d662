/** The parts of a text that is written with commas; nothing between two commas is nothing. */
export function listed(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
