package org.curtail.emulatednode.cpu;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class CpuTimeAgentTest {
  @Test
  void theChangedClassIsValidAndAddsToTwoMethods() throws IOException {
    Class<?> bean = ManagementFactory.getThreadMXBean().getClass().getSuperclass();
    byte[] original;
    try (InputStream in =
        requireNonNull(bean.getModule().getResourceAsStream("sun/management/ThreadImpl.class"))) {
      original = in.readAllBytes();
    }
    byte[] changed =
        requireNonNull(
            new CpuTimeAgent().transform(null, "sun/management/ThreadImpl", bean, null, original));
    assertThat(ClassFile.of().verify(changed)).isEmpty();
    ClassModel model = ClassFile.of().parse(changed);
    assertThat(model.methods())
        .filteredOn(method ->
            method.code().stream()
                .flatMap(code -> code.elementList().stream())
                .anyMatch(one ->
                    one instanceof InvokeInstruction call && call.name().equalsString("including")))
        .extracting(method -> method.methodName() + "" + method.methodType())
        .containsExactlyInAnyOrder("getCurrentThreadCpuTime()J", "getThreadCpuTime(J)J");
  }
}
