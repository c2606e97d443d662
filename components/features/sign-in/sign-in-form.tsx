"use client";

import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { postAuth } from "@/components/ui/api/auth";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import type { SignInErrorCode } from "@/lib/platform/auth/sign-in-error";
import { signInForm as texts } from "./texts";

interface SignInFormProps {
  /** The path to open after sign-in. */
  callbackUrl: string;
  /** The error code of an earlier attempt, from the URL. */
  error: string | null;
  /** The display name of the OpenID provider, if one is configured. */
  openIdName: string | null;
  /** A confirmation to show. */
  notice?: string | undefined;
}

/** Sign-in with a password and, if enabled, a 2FA code, or through an OpenID provider. */
export function SignInForm({ callbackUrl, error: given, openIdName, notice }: SignInFormProps) {
  const [error, setError] = useState(given);
  const [isSending, setSending] = useState(false);
  const [wantsCode, setWantsCode] = useState(false);

  async function send(path: "callback/credentials" | "signin/openid", fields: object): Promise<void> {
    setSending(true);
    try {
      const next = await postAuth(path, { ...fields, callbackUrl });
      const code = next.pathname === "/sign-in" ? next.searchParams.get("error") : null;
      if (code === null) return location.assign(next);
      setWantsCode(wantsCode || asksForCode(code));
      setError(code);
    } catch {
      setError(texts.unavailable);
    }
    setSending(false);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    void send("callback/credentials", fields);
  }

  const message = signInMessage(error);
  return (
    <Stack>
      {notice && !message && (
        <Alert color="accent" role="status">
          {notice}
        </Alert>
      )}
      {message && (
        <Alert color={error === "SecondFactorRequired" ? "accent" : "red"} role="alert">
          {message}
        </Alert>
      )}
      {openIdName !== null && (
        <>
          <Button variant="default" loading={isSending} onClick={() => void send("signin/openid", {})}>
            {texts.continueWith(openIdName)}
          </Button>
          <Divider label={texts.orPassword} />
        </>
      )}
      {/* POST: submitted before hydration, a GET form would put the password in the URL. */}
      <form method="post" onSubmit={submit}>
        <Stack>
          <TextInput name="email" type="email" label={terms.email} required autoComplete="username" />
          <PasswordInput name="password" label={texts.password} required autoComplete="current-password" />
          {wantsCode && <TextInput name="code" {...texts.code} required autoComplete="one-time-code" autoFocus />}
          <Button type="submit" loading={isSending}>
            {texts.signIn}
          </Button>
          <Link href="/forgot-password">{texts.forgotYourPassword}</Link>
        </Stack>
      </form>
    </Stack>
  );
}

const { messages } = texts;

/** The message for the `error` parameter of the URL, which can have any value. */
export function signInMessage(code: string | null): string | undefined {
  if (code === null || code === "") return undefined;
  return Object.hasOwn(messages, code) ? messages[code as SignInErrorCode] : messages.Unavailable;
}

/** Whether the password was correct and a 2FA code is required. */
export function asksForCode(code: string | null): boolean {
  return code === "SecondFactorRequired" || code === "SecondFactorInvalid";
}
