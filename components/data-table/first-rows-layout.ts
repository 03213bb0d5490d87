import { type LayoutInfo, Rect, TableLayout } from "react-aria-components";

const widthPx = 2_400;
const heightPx = 800;

/**
 * A virtual table whose first screenful is there before it has been measured: on the server, and in a browser
 * without scripts. As soon as its size is known, only the rows in view exist.
 */
export class FirstRowsLayout<Row> extends TableLayout<Row> {
  override getVisibleLayoutInfos(rect: Rect): LayoutInfo[] {
    return super.getVisibleLayoutInfos(rect.area > 0 ? rect : new Rect(0, 0, widthPx, heightPx));
  }
}
