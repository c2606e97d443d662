import type { Metadata } from "next";
import { Entrance } from "@/components/features/sign-in/entrance";
import { ForgotForm } from "@/components/features/sign-in/forgot-form";
import { env } from "@/lib/platform/config/env";

export const metadata: Metadata = { title: "Reset your password" };

export default function ForgotPasswordPage() {
  return (
    <Entrance title="Reset your password">
      <ForgotForm sendsMail={env().SMTP_URL !== undefined} />
    </Entrance>
  );
}
