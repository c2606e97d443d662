/** What next-auth answers. */
export interface AuthAnswer {
  status: number;
  headers: Headers;
  body: string | null;
}

/** A response in the form that next-auth writes to, and what is written to it. */
export function captureAnswer() {
  const answer: AuthAnswer = { status: 200, headers: new Headers(), body: null };
  const cookies: string[] = [];
  const response = {
    status(code: number) {
      answer.status = code;
      return response;
    },
    getHeader: (name: string) => (name.toLowerCase() === "set-cookie" ? cookies.slice() : undefined),
    setHeader(name: string, value: string | string[]) {
      if (name.toLowerCase() !== "set-cookie") {
        answer.headers.set(name, String(value));
        return response;
      }
      cookies.splice(0, cookies.length, ...[value].flat());
      answer.headers.delete(name);
      for (const cookie of cookies) answer.headers.append(name, cookie);
      return response;
    },
    json(value: unknown) {
      answer.headers.set("Content-Type", "application/json");
      answer.body = JSON.stringify(value);
    },
    send(value: unknown) {
      if (value === undefined || value === null) return;
      if (typeof value === "string") answer.body = value;
      else response.json(value);
    },
    end: () => undefined,
  };
  return { answer, response };
}
