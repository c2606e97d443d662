"use client";

import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { postAuth } from "@/components/ui/api/auth";
import { Link } from "@/components/ui/page/link";
import type { SignInErrorCode } from "@/lib/platform/auth/sign-in-error";

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

/** What the page says for each reason why nobody was signed in. */
const sentences: Record<SignInErrorCode, string> = {
  CredentialsSignin: "The address or the password is not right.",
  SecondFactorRequired: "Enter the code of your authenticator app, or one of your recovery codes.",
  SecondFactorInvalid: "This code is not right, or was used before. Wait for the next one and try again.",
  TooManyAttempts: "There were too many attempts. Wait 15 minutes, then try again.",
  FormExpired: "This page was open for too long. Try again.",
  OpenIdFailed: "Your organisation's sign-in could not be reached, or refused. Try again.",
  OpenIdNoRole: "None of your groups has a role here. Ask an administrator of your organisation.",
  OpenIdEmailMissing: "Your organisation's sign-in told no e-mail address. Ask an administrator.",
  OpenIdEmailNotVerified: "Your organisation's sign-in has not verified your e-mail address.",
  OpenIdRefused: "This account cannot sign in here. Ask an administrator of your organisation.",
  Unavailable: "Signing in does not work at the moment. Try again in a minute.",
};

/** The sentence for the `error` of an address; undefined where there is none. Anybody may have written it. */
export function signInSentence(code: string | null): string | undefined {
  if (code === null || code === "") return undefined;
  return Object.hasOwn(sentences, code) ? sentences[code as SignInErrorCode] : sentences.Unavailable;
}

/** Whether the password was right and a second factor is asked for. */
export function asksForCode(code: string | null): boolean {
  return code === "SecondFactorRequired" || code === "SecondFactorInvalid";
}
