package org.curtail.opensearch.stats;

import java.io.IOException;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * Fields of a message with their length in front, so that nodes with other versions of the plugin
 * can read it: new fields stand at the end, where an older node skips them, and no field changes or
 * goes. A newer node asks for each that was not there from the first whether it {@linkplain
 * #hasMore is there}.
 */
final class Frame {
  private Frame() {}

  static void write(StreamOutput out, Writeable fields) throws IOException {
    try (var bytes = new BytesStreamOutput()) {
      bytes.setVersion(out.getVersion());
      fields.writeTo(bytes);
      out.writeBytesReference(bytes.bytes());
    }
  }

  /**
   * What a frame holds, as far as it is known here.
   *
   * @param fields reads them, from the beginning of a stream that ends with the frame
   */
  static <T> T read(StreamInput in, Writeable.Reader<T> fields) throws IOException {
    try (StreamInput framed = in.readBytesReference().streamInput()) {
      framed.setVersion(in.getVersion());
      return fields.read(framed);
    }
  }

  /** Whether whoever wrote a frame knew more fields than those that were read. */
  static boolean hasMore(StreamInput framed) throws IOException {
    return framed.available() > 0;
  }
}
