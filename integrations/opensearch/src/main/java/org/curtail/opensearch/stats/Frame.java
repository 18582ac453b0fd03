package org.curtail.opensearch.stats;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * A record as a message: its components one after the other, after their length, so that nodes with
 * other versions of the plugin can read it. New components are appended, where an older node skips
 * them; none changes or is removed. A map at the end is empty if an older node did not write it.
 */
interface Frame extends Writeable {
  @Override
  default void writeTo(StreamOutput out) throws IOException {
    try (var bytes = new BytesStreamOutput()) {
      bytes.setVersion(out.getVersion());
      for (RecordComponent component : getClass().getRecordComponents()) {
        write(value(component, this), bytes);
      }
      out.writeBytesReference(bytes.bytes());
    }
  }

  private static void write(Object value, StreamOutput out) throws IOException {
    switch (value) {
      case Integer number -> out.writeVInt(number);
      case Long number -> out.writeVLong(number);
      case Double number -> out.writeDouble(number);
      case Boolean truth -> out.writeBoolean(truth);
      case String text -> out.writeString(text);
      case Frame frame -> frame.writeTo(out);
      case Map<?, ?> map -> {
        out.writeVInt(map.size());
        for (var entry : map.entrySet()) {
          write(entry.getKey(), out);
          write(entry.getValue(), out);
        }
      }
      case List<?> texts -> {
        out.writeVInt(texts.size());
        for (Object text : texts) {
          write(text, out);
        }
      }
      default -> throw new IllegalStateException("cannot be sent: " + value.getClass());
    }
  }

  /** Reads a frame's components that this version knows. */
  static <T extends Frame> T read(StreamInput in, Class<T> type) throws IOException {
    try (StreamInput framed = in.readBytesReference().streamInput()) {
      framed.setVersion(in.getVersion());
      RecordComponent[] components = type.getRecordComponents();
      Object[] values = new Object[components.length];
      for (int i = 0; i < values.length; i++) {
        values[i] =
            i == values.length - 1
                    && components[i].getType() == Map.class
                    && framed.available() == 0
                ? Map.of()
                : read(framed, components[i].getGenericType());
      }
      return make(type, values);
    }
  }

  private static Object read(StreamInput in, Type type) throws IOException {
    return switch (type) {
      case Class<?> it when it == int.class -> in.readVInt();
      case Class<?> it when it == long.class || it == Long.class -> in.readVLong();
      case Class<?> it when it == double.class -> in.readDouble();
      case Class<?> it when it == boolean.class -> in.readBoolean();
      case Class<?> it when it == String.class -> in.readString();
      case Class<?> it -> read(in, it.asSubclass(Frame.class));
      case ParameterizedType it when it.getRawType() == List.class -> in.readStringList();
      case ParameterizedType it ->
          in.readOrderedMap(
              StreamInput::readString, from -> read(from, it.getActualTypeArguments()[1]));
      default -> throw new IllegalStateException("cannot be read: " + type);
    };
  }

  /** Adds two frames component by component: numbers and maps of numbers. */
  static <T extends Frame> T sum(Class<T> type, T one, T other) {
    return make(
        type,
        Stream.of(type.getRecordComponents())
            .map(component -> sum(value(component, one), value(component, other)))
            .toArray());
  }

  private static Object sum(Object one, Object other) {
    return switch (one) {
      case Integer number -> number + (Integer) other;
      case Long number -> number + (Long) other;
      case Map<?, ?> counts -> {
        var sum = new LinkedHashMap<Object, Object>(counts);
        ((Map<?, ?>) other).forEach((name, count) -> sum.merge(name, count, Frame::sum));
        yield sum;
      }
      default -> throw new IllegalStateException("cannot be added: " + one.getClass());
    };
  }

  private static Object value(RecordComponent component, Frame frame) {
    try {
      return component.getAccessor().invoke(frame);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T extends Frame> T make(Class<T> type, Object[] values) {
    try {
      return type.getDeclaredConstructor(
              Stream.of(type.getRecordComponents())
                  .map(RecordComponent::getType)
                  .toArray(Class<?>[]::new))
          .newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
