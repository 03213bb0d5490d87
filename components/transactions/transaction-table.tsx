"use client";

import { Checkbox, Spinner, Table } from "@heroui/react";
import { useRouter } from "next/navigation";
import type { Selection } from "react-aria-components";
import { Virtualizer } from "react-aria-components";
import { FirstRowsLayout } from "#components/data-table/first-rows-layout.ts";
import { useGridKeys } from "#components/data-table/use-grid-keys.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { Money } from "#components/money.tsx";
import { NotifiedMark } from "#components/notifications/notified-mark.tsx";
import type { Transaction } from "#lib/contract/transaction.ts";
import { rowKey } from "./row-key.ts";
import { transactionHref } from "./transaction-href.ts";

type Props = {
  environment: string;
  items: readonly Transaction[];
  showMerchant: boolean;
  selected: Selection;
  onSelect: (selected: Selection) => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onLoadMore: () => void;
};

const layoutOptions = { rowHeight: 40, headingHeight: 36, loaderHeight: 40 };

/** Rows as the gateway's ledger has them; only those in view exist in the page. */
export function TransactionTable({
  environment,
  items,
  showMerchant,
  selected,
  onSelect,
  hasMore,
  isLoadingMore,
  onLoadMore,
}: Props) {
  const router = useRouter();
  const byKey = new Map(items.map((item) => [rowKey(item), item]));
  const open = (key: string) => {
    const item = byKey.get(key);
    if (item) router.push(transactionHref(environment, item));
  };
  const onKeyDown = useGridKeys({ onCopy: (key) => void navigator.clipboard?.writeText(byKey.get(key)?.reference ?? "") });
  return (
    <Table variant="secondary" onKeyDown={onKeyDown}>
      <Table.ScrollContainer>
        <Virtualizer layout={FirstRowsLayout} layoutOptions={layoutOptions}>
          <Table.Content
            aria-label="Transactions"
            className="h-[60dvh] min-w-[68rem] overflow-auto"
            selectionMode="multiple"
            selectedKeys={selected}
            onSelectionChange={onSelect}
            onRowAction={(key) => open(String(key))}
          >
            <Table.Header>
              <Table.Column width={44} minWidth={44}>
                <SelectBox />
              </Table.Column>
              <Table.Column isRowHeader minWidth={180}>
                Time
              </Table.Column>
              <Table.Column minWidth={160}>Reference</Table.Column>
              {showMerchant ? <Table.Column minWidth={120}>Merchant</Table.Column> : null}
              <Table.Column minWidth={140}>Type</Table.Column>
              <Table.Column minWidth={130}>
                <span className="block text-right">Amount</span>
              </Table.Column>
              <Table.Column minWidth={125}>Order</Table.Column>
              <Table.Column minWidth={95}>Terminal</Table.Column>
              <Table.Column minWidth={80}>Card</Table.Column>
              <Table.Column minWidth={165}>URL_Notify</Table.Column>
            </Table.Header>
            <Table.Body>
              <Table.Collection items={items} dependencies={[showMerchant]}>
                {(item) => <TransactionRow item={item} showMerchant={showMerchant} />}
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

function TransactionRow({ item, showMerchant }: { item: Transaction; showMerchant: boolean }) {
  return (
    <Table.Row id={rowKey(item)} textValue={item.reference ?? item.id} className="cursor-pointer">
      <Table.Cell>
        <SelectBox />
      </Table.Cell>
      <Table.Cell className="whitespace-nowrap">{item.occurredAtText.replace("T", " ").slice(0, 19)}</Table.Cell>
      <Table.Cell className="reference truncate">{item.reference ?? "–"}</Table.Cell>
      {showMerchant ? (
        <Table.Cell className="truncate">
          <MerchantName slug={item.merchant} />
        </Table.Cell>
      ) : null}
      <Table.Cell className="truncate">{item.typeName}</Table.Cell>
      <Table.Cell className="text-right">
        <Money {...item} />
      </Table.Cell>
      <Table.Cell className="reference truncate">{item.referenceNumber ?? "–"}</Table.Cell>
      <Table.Cell className="reference truncate">{item.terminalId ?? "–"}</Table.Cell>
      <Table.Cell className="reference truncate">{item.pan ?? "–"}</Table.Cell>
      <Table.Cell className="truncate">{item.notified ? <NotifiedMark notified={item.notified} /> : "–"}</Table.Cell>
    </Table.Row>
  );
}

function SelectBox() {
  return (
    <Checkbox slot="selection">
      <Checkbox.Content>
        <Checkbox.Control>
          <Checkbox.Indicator />
        </Checkbox.Control>
      </Checkbox.Content>
    </Checkbox>
  );
}
