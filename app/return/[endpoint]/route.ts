import { respondToReturn } from "#lib/server/checkout-return.ts";

type Params = { params: Promise<{ endpoint: string }> };

async function answer(request: Request, { params }: Params): Promise<Response> {
  return respondToReturn(request, (await params).endpoint);
}

export { answer as GET, answer as POST };
