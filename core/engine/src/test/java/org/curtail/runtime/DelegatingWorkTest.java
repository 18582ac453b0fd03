package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.curtail.Prediction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DelegatingWorkTest {
  private static final Prediction PREDICTED = Prediction.certain(7_000);

  /** Every call of the engine, also those that the interface gets in later versions. */
  static List<Method> calls() {
    return Arrays.stream(SharedWork.class.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> !method.getName().equals("map"))
        .toList();
  }

  private final List<String> called = new ArrayList<>();

  /** Answers each call with something that no default gives, and writes it down. */
  @SuppressWarnings("unchecked")
  private final SharedWork<String, Integer> work =
      (SharedWork<String, Integer>)
          Proxy.newProxyInstance(
              SharedWork.class.getClassLoader(),
              new Class<?>[] {SharedWork.class},
              (proxy, method, arguments) -> {
                called.add(method.getName());
                return answer(method);
              });

  private static @Nullable Object answer(Method method) {
    return switch (method.getName()) {
      case "prediction" -> PREDICTED;
      case "join" -> "worker";
      case "complete" -> 41;
      case "partial" -> Optional.of(40);
      case "chunks" -> 12;
      default -> method.getReturnType() == boolean.class ? true : null;
    };
  }

  private static @Nullable Object call(SharedWork<?, ?> on, Method method) throws Exception {
    Object[] arguments =
        Arrays.stream(method.getParameterTypes())
            .map(type -> type == int.class ? (Object) 3 : type == List.class ? List.of("w") : null)
            .toArray();
    return method.invoke(on, arguments);
  }

  @ParameterizedTest
  @MethodSource("calls")
  void passesEveryCallOnOnceAndItsAnswerBack(Method method) throws Exception {
    Object answer = call(new DelegatingWork<>(work) {}, method);
    assertThat(called).containsExactly(method.getName());
    assertThat(answer).isEqualTo(answer(method));
  }

  @ParameterizedTest
  @MethodSource("calls")
  void aMappedWorkPassesEveryCallOnAndMapsBothResults(Method method) throws Exception {
    Object answer = call(new MappedWork<>(work, found -> "found " + found), method);
    assertThat(called).containsExactly(method.getName());
    assertThat(answer)
        .isEqualTo(
            switch (method.getName()) {
              case "complete" -> "found 41";
              case "partial" -> Optional.of("found 40");
              default -> answer(method);
            });
  }
}
