package org.curtail.traces.read;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * Whether what one resource has sent, in protobuf, are metrics or logs. Those have the same numbers
 * for the same levels as spans, so that only the innermost tells: a span has fixed numbers in its
 * fields 7 and 8, when it began and ended; a log has its time in field 1 or 11; a metric has no
 * fixed number, and a name where a span has sixteen bytes.
 */
final class OtherSignal {
  private static final int SCOPES = 2;
  private static final int ITEMS = 2;
  private static final int TRACE_BYTES = 16;

  private OtherSignal() {}

  /** Of a message with a resource and its scopes; false if it has nothing within. */
  static boolean is(byte[] resource) throws IOException {
    byte[] item = first(first(resource, SCOPES), ITEMS);
    CodedInputStream fields = CodedInputStream.newInstance(item);
    boolean isLog = false;
    boolean isSpan = item.length == 0;
    for (int tag = fields.readTag(); tag != 0; tag = fields.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      int type = WireFormat.getTagWireType(tag);
      if (type == WireFormat.WIRETYPE_FIXED64) {
        isLog |= field == 1 || field == 11;
        isSpan |= field == 7 || field == 8;
      }
      if (field == 1 && type == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        isSpan |= fields.readByteArray().length == TRACE_BYTES;
      } else if (!fields.skipField(tag)) {
        return false;
      }
    }
    return isLog || !isSpan;
  }

  /** The first message in a field; empty if there is none. */
  private static byte[] first(byte[] message, int wanted) throws IOException {
    CodedInputStream fields = CodedInputStream.newInstance(message);
    for (int tag = fields.readTag(); tag != 0; tag = fields.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) == wanted
          && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        return fields.readByteArray();
      }
      if (!fields.skipField(tag)) {
        break;
      }
    }
    return new byte[0];
  }
}
