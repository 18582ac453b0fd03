package org.curtail.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CompilerTimeTest {
  @TempDir Path threads;

  private void thread(int number, String name, String schedstat) throws IOException {
    Path thread = Files.createDirectories(threads.resolve(Integer.toString(number)));
    Files.writeString(thread.resolve("comm"), name + "\n");
    Files.writeString(thread.resolve("schedstat"), schedstat + "\n");
  }

  @Test
  void onlyThreadsThatCompileCount() throws IOException {
    thread(1, "java", "900000000 1 1");
    thread(2, "C1 CompilerThre", "1500000 7 3");
    thread(3, "C2 CompilerThre", "20000000 0 9");
    thread(4, "C2 CompilerThre", "ended");
    Files.createDirectories(threads.resolve("5"));

    assertThat(new CompilerTime(threads).ms()).isEqualTo(21.5);
    assertThat(new CompilerTime(threads.resolve("none")).ms()).isZero();
  }

  @Test
  void whatAThreadHasCompiledStaysWhenItEnds() throws IOException {
    thread(2, "C1 CompilerThre", "1500000 7 3");
    thread(3, "C2 CompilerThre", "20000000 0 9");
    var compiler = new CompilerTime(threads);
    assertThat(compiler.ms()).isEqualTo(21.5);
    for (String file : List.of("comm", "schedstat", "")) {
      Files.delete(threads.resolve("3").resolve(file));
    }
    thread(2, "C1 CompilerThre", "2500000 7 4");
    thread(4, "C2 CompilerThre", "1000000 0 1");
    assertThat(compiler.ms()).isEqualTo(23.5);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void thisJvmHasCompiledSomething() {
    assertThat(new CompilerTime().ms()).isPositive();
  }
}
