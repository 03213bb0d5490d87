import { redirect } from "next/navigation";

export default async function MerchantPage({ params }: { params: Promise<{ environment: string; merchant: string }> }) {
  const { environment, merchant } = await params;
  redirect(`/${environment}/${merchant}/transactions`);
}
