import type { Metadata } from "next";
import { ResetForm } from "@/components/features/sign-in/reset-form";

export const metadata: Metadata = { title: "Choose a new password" };

export default function ResetPasswordPage() {
  return <ResetForm />;
}
