import type { Metadata } from "next";
import { Entrance } from "@/components/features/sign-in/entrance";
import { ForgotForm } from "@/components/features/sign-in/forgot-form";

export const metadata: Metadata = { title: "Reset your password" };

export default function ForgotPasswordPage() {
  return (
    <Entrance title="Reset your password">
      <ForgotForm />
    </Entrance>
  );
}
