import { answerReturnStatus } from "#lib/server/checkout-return.ts";

type Params = { params: Promise<{ endpoint: string }> };

export async function GET(request: Request, { params }: Params): Promise<Response> {
  return answerReturnStatus(request, (await params).endpoint);
}
