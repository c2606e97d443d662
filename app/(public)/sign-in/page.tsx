import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { Entrance } from "@/components/features/sign-in/entrance";
import { SignInForm } from "@/components/features/sign-in/sign-in-form";
import { currentSession, openIdConfig, returnPath } from "@/lib/platform/auth";
import { serviceOrigin } from "@/lib/platform/http/request";

export const metadata: Metadata = { title: "Sign in" };

const notices: Record<string, string> = {
  password: "Password changed. Sign in with your new password.",
  invitation: "Account created. Sign in with your password.",
};

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { callbackUrl, error, done } = await searchParams;
  const wanted = returnPath(callbackUrl, serviceOrigin(await headers()) ?? "");
  if (await currentSession()) redirect(wanted);
  return (
    <Entrance title="Sign in">
      <SignInForm
        callbackUrl={wanted}
        error={typeof error === "string" ? error : null}
        openIdName={openIdConfig()?.name ?? null}
        notice={typeof done === "string" ? notices[done] : undefined}
      />
    </Entrance>
  );
}
