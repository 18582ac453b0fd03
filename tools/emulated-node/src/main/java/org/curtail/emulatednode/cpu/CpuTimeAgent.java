package org.curtail.emulatednode.cpu;

import static java.lang.classfile.MethodTransform.transformingCode;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Adds {@link EmulatedCpuTime} to the CPU times that {@code ThreadMXBean} returns. */
public final class CpuTimeAgent implements ClassFileTransformer {
  /** The JDK's class of all such beans. */
  private static final String BEAN = "sun.management.ThreadImpl";

  private static final ClassDesc TIMES = EmulatedCpuTime.class.describeConstable().orElseThrow();

  /** The changed methods, with the instruction that loads their thread; 0 is the current one. */
  private static final Map<String, Consumer<CodeBuilder>> METHODS =
      Map.of(
          "getCurrentThreadCpuTime()J",
          CodeBuilder::lconst_0,
          "getThreadCpuTime(J)J",
          code -> code.lload(1));

  private static final MethodTypeDesc INCLUDING = MethodTypeDesc.of(CD_long, CD_long, CD_long);

  CpuTimeAgent() {}

  /** Called by the JVM before the node starts. */
  public static void premain(@Nullable String options, Instrumentation jvm)
      throws ClassNotFoundException, UnmodifiableClassException {
    var agent = new CpuTimeAgent();
    jvm.addTransformer(agent, true);
    jvm.retransformClasses(Class.forName(BEAN));
    jvm.removeTransformer(agent);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> loaded,
      @Nullable ProtectionDomain domain,
      byte[] original) {
    if (!BEAN.replace('.', '/').equals(name)) {
      return null;
    }
    ClassFile files = ClassFile.of();
    return files.transformClass(
        files.parse(original),
        (changed, element) -> {
          Consumer<CodeBuilder> loadThread =
              element instanceof MethodModel method ? METHODS.get(signature(method)) : null;
          if (loadThread != null) {
            changed.transformMethod((MethodModel) element, transformingCode(adding(loadThread)));
          } else {
            changed.with(element);
          }
        });
  }

  private static String signature(MethodModel method) {
    return method.methodName().stringValue() + method.methodType().stringValue();
  }

  /** Adds the time on emulated cores to the result of a method. */
  private static CodeTransform adding(Consumer<CodeBuilder> loadThread) {
    return (code, element) -> {
      if (element instanceof ReturnInstruction) {
        loadThread.accept(code);
        code.invokestatic(TIMES, "including", INCLUDING);
      }
      code.with(element);
    };
  }
}
