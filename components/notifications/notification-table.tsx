"use client";

import { Chip, Spinner, Table } from "@heroui/react";
import { useRouter } from "next/navigation";
import { Virtualizer } from "react-aria-components";
import { FirstRowsLayout } from "#components/data-table/first-rows-layout.ts";
import { useGridKeys } from "#components/data-table/use-grid-keys.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { Money } from "#components/money.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import type { Notification } from "#lib/contract/notification.ts";
import { methodName } from "./notification-words.ts";
import { AttemptMark, GatewayMark, VerdictMark } from "./verdict-mark.tsx";

type Props = {
  environment: string;
  items: readonly Notification[];
  showMerchant: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onLoadMore: () => void;
};

const layoutOptions = { rowHeight: 40, headingHeight: 36, loaderHeight: 40 };

/** What was received, newest first; only the rows in view exist in the page. */
export function NotificationTable({ environment, items, showMerchant, hasMore, isLoadingMore, onLoadMore }: Props) {
  const router = useRouter();
  const byId = new Map(items.map((item) => [item.id, item]));
  const open = (id: string) => {
    const item = byId.get(id);
    if (item) router.push(`/${environment}/${item.merchant}/notifications/${id}`);
  };
  const referenceOf = (id: string) => byId.get(id)?.trnref ?? byId.get(id)?.orderId ?? "";
  const onKeyDown = useGridKeys({ onCopy: (id) => void navigator.clipboard?.writeText(referenceOf(id)) });
  return (
    <Table variant="secondary" onKeyDown={onKeyDown}>
      <Table.ScrollContainer>
        <Virtualizer layout={FirstRowsLayout} layoutOptions={layoutOptions}>
          <Table.Content
            aria-label="Received notifications"
            className="h-[60dvh] min-w-[66rem] overflow-auto"
            onRowAction={(id) => open(String(id))}
          >
            <Table.Header>
              <Table.Column isRowHeader width={166}>
                Received
              </Table.Column>
              {showMerchant ? <Table.Column minWidth={108}>Merchant</Table.Column> : null}
              <Table.Column minWidth={104}>Verdict</Table.Column>
              <Table.Column minWidth={100}>Method</Table.Column>
              <Table.Column minWidth={130}>Order</Table.Column>
              <Table.Column minWidth={90}>IPC_Trnref</Table.Column>
              <Table.Column minWidth={124}>Payment</Table.Column>
              <Table.Column minWidth={128}>Gateway</Table.Column>
              <Table.Column minWidth={66}>Answer</Table.Column>
              <Table.Column minWidth={124}>
                <span className="block text-right">Amount</span>
              </Table.Column>
            </Table.Header>
            <Table.Body>
              <Table.Collection items={items} dependencies={[showMerchant]}>
                {(item) => <NotificationRow item={item} showMerchant={showMerchant} />}
              </Table.Collection>
              {hasMore ? (
                <Table.LoadMore isLoading={isLoadingMore} onLoadMore={onLoadMore}>
                  <Table.LoadMoreContent>
                    <Spinner size="sm" aria-label="Loading more rows" />
                  </Table.LoadMoreContent>
                </Table.LoadMore>
              ) : null}
            </Table.Body>
          </Table.Content>
        </Virtualizer>
      </Table.ScrollContainer>
    </Table>
  );
}

function NotificationRow({ item, showMerchant }: { item: Notification; showMerchant: boolean }) {
  const { answered, seen } = item;
  return (
    <Table.Row id={item.id} textValue={item.trnref ?? item.orderId ?? item.id} className="cursor-pointer">
      <Table.Cell className="whitespace-nowrap">
        <Timestamp at={item.receivedAt} />
      </Table.Cell>
      {showMerchant ? (
        <Table.Cell className="truncate">
          <MerchantName slug={item.merchant} />
        </Table.Cell>
      ) : null}
      <Table.Cell>
        <VerdictMark verdict={item.verdict} />
      </Table.Cell>
      <Table.Cell className="truncate">{methodName(item.method)}</Table.Cell>
      <Table.Cell className="reference truncate">{item.orderId ?? "–"}</Table.Cell>
      <Table.Cell className="reference truncate">{item.trnref ?? "–"}</Table.Cell>
      <Table.Cell className="truncate">
        {item.state ? <AttemptMark state={item.state} /> : "–"} {item.conflict ? <Chip size="sm">conflict</Chip> : null}
      </Table.Cell>
      <Table.Cell className="truncate">{item.gateway ? <GatewayMark state={item.gateway} /> : "–"}</Table.Cell>
      <Table.Cell className="truncate">
        <span title={`${answered.status} ${answered.body} after ${answered.ms} ms`}>
          {answered.status}
          {seen > 1 ? ` · ${seen}×` : ""}
        </span>
      </Table.Cell>
      <Table.Cell className="text-right">
        {item.currency === null ? "–" : <Money amountMinor={item.amountMinor} currency={item.currency} />}
      </Table.Cell>
    </Table.Row>
  );
}
