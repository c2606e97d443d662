/** Whether two query strings ask for the same, whatever the order of their members. */
export function isSameQuery(one: string, other: string): boolean {
  return inOrder(one) === inOrder(other);
}

function inOrder(query: string): string {
  const members = new URLSearchParams(query);
  members.sort();
  return members.toString();
}
