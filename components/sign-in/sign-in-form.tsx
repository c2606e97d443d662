"use client";

import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { postAuth } from "@/components/api/auth";
import { Link } from "@/components/app/link";
import { asksForCode, signInSentence } from "./sign-in-words";

interface SignInFormProps {
  /** Where to go then: a path of this service. */
  callbackUrl: string;
  /** Why an earlier try came to nothing, as the address says. */
  error: string | null;
  /** What the organisation's own sign-in is called, where there is one. */
  openIdName: string | null;
  /** Something that was just done, to be told of. */
  notice?: string | undefined;
}

/** Sign-in by password, with a second factor where the account has one, or through the organisation. */
export function SignInForm({ callbackUrl, error: given, openIdName, notice }: SignInFormProps) {
  const [error, setError] = useState(given);
  const [isSending, setSending] = useState(false);
  const [wantsCode, setWantsCode] = useState(false);

  async function send(path: "callback/credentials" | "signin/openid", fields: object): Promise<void> {
    setSending(true);
    try {
      const next = await postAuth(path, { ...fields, callbackUrl });
      const refused = next.pathname === "/sign-in" ? next.searchParams.get("error") : null;
      if (refused === null) return location.assign(next);
      setWantsCode(wantsCode || asksForCode(refused));
      setError(refused);
    } catch {
      setError("Unavailable");
    }
    setSending(false);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    void send("callback/credentials", fields);
  }

  const sentence = signInSentence(error);
  return (
    <Stack>
      {notice && !sentence && (
        <Alert color="accent" role="status">
          {notice}
        </Alert>
      )}
      {sentence && (
        <Alert color={error === "SecondFactorRequired" ? "accent" : "red"} role="alert">
          {sentence}
        </Alert>
      )}
      {openIdName !== null && (
        <>
          <Button variant="default" loading={isSending} onClick={() => void send("signin/openid", {})}>
            Continue with {openIdName}
          </Button>
          <Divider label="or with a password" />
        </>
      )}
      {/* Sent before the page runs, a form that is not posted would put the password into the address. */}
      <form method="post" onSubmit={submit}>
        <Stack>
          <TextInput name="email" type="email" label="E-mail address" required autoComplete="username" />
          <PasswordInput name="password" label="Password" required autoComplete="current-password" />
          {wantsCode && (
            <TextInput
              name="code"
              label="Code"
              description="Six digits of your authenticator app, or a recovery code"
              required
              autoComplete="one-time-code"
              autoFocus
            />
          )}
          <Button type="submit" loading={isSending}>
            Sign in
          </Button>
          <Link href="/forgot-password">Forgot your password?</Link>
        </Stack>
      </form>
    </Stack>
  );
}
