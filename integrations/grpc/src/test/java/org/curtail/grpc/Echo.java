package org.curtail.grpc;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The methods of a small service whose messages are texts. */
final class Echo {
  static final String SERVICE = "test.Echo";

  /** Unary and idempotent by its descriptor. */
  static final MethodDescriptor<String, String> SAY =
      method("Say", MethodType.UNARY).setIdempotent(true).build();

  /** The same method for a server that answers any number of messages. */
  static final MethodDescriptor<String, String> SAY_LOOSELY =
      method("Say", MethodType.SERVER_STREAMING).build();

  /** Unary and without side effects by its descriptor. */
  static final MethodDescriptor<String, String> LOOK =
      method("Look", MethodType.UNARY).setSafe(true).build();

  /** Unary, without such a declaration. */
  static final MethodDescriptor<String, String> ADD = method("Add", MethodType.UNARY).build();

  static final MethodDescriptor<String, String> MANY =
      method("Many", MethodType.SERVER_STREAMING).setIdempotent(true).build();

  static final MethodDescriptor<String, String> CHAT =
      method("Chat", MethodType.BIDI_STREAMING).setIdempotent(true).build();

  private Echo() {}

  private static MethodDescriptor.Builder<String, String> method(String name, MethodType type) {
    return MethodDescriptor.newBuilder(new Text(), new Text())
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name));
  }

  /** A marshaller like protobuf's, which knows the length of a message before writing. */
  static final class Text implements MethodDescriptor.PrototypeMarshaller<String> {
    @Override
    public InputStream stream(String value) {
      return new Bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String parse(InputStream stream) {
      try {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public String getMessagePrototype() {
      return "";
    }

    @Override
    public Class<String> getMessageClass() {
      return String.class;
    }
  }

  private static final class Bytes extends ByteArrayInputStream implements KnownLength {
    Bytes(byte[] bytes) {
      super(bytes);
    }
  }
}
