package dev.satu.faults.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Where one PostgreSQL's files lie: a small file system in an image, mounted for its processes
 * alone (a mount namespace of theirs), so that it can be full while the machine's disk is not, and
 * so that nothing stays mounted when they are gone. Where mounting is not allowed it is a plain
 * folder, which cannot be filled.
 */
final class Disk {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final String SIZE = "3G";
  private static final String BALLAST = "ballast";

  private final Path image;
  private final Path folder;
  private final boolean mounted;

  private Disk(Path image, Path folder, boolean mounted) {
    this.image = image;
    this.folder = folder;
    this.mounted = mounted;
  }

  /** Makes one in the folder, for the owner. */
  static Disk create(Path home, Owner owner) throws IOException {
    Path folder = Files.createDirectories(home.resolve("disk"));
    Disk disk = new Disk(home.resolve("disk.img"), folder, true);
    if (Owner.isRoot() && disk.format(owner)) {
      return disk;
    }
    Files.deleteIfExists(disk.image);
    owner.give(folder);
    return new Disk(disk.image, folder, false);
  }

  private boolean format(Owner owner) {
    return Command.works(BOUND, List.of("truncate", "-s", SIZE, image.toString()))
        && Command.works(BOUND, List.of("mkfs.ext4", "-q", "-F", "-m", "0", image.toString()))
        && Command.works(
            BOUND, on(List.of("chown", owner.user() + ":" + owner.group(), folder.toString())));
  }

  /** The folder of the data, seen by commands {@linkplain #on on} this disk. */
  Path data() {
    return folder.resolve("data");
  }

  /**
   * The words, run where the disk is seen. Only one such process, with what it makes, may live at a
   * time: two would mount the same image twice.
   */
  List<String> on(List<String> words) {
    if (!mounted) {
      return words;
    }
    List<String> all =
        new ArrayList<>(
            List.of(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "mount -o loop \"$1\" \"$2\" && shift 2 && exec \"$@\"",
                "disk",
                image.toString(),
                folder.toString()));
    all.addAll(words);
    return all;
  }

  /** Whether it can be full. */
  boolean canFill() {
    return mounted;
  }

  /** Takes all the room that is left, beside the process that lives on it. */
  void fill(Child on) throws IOException {
    Path ballast = seenBy(on).resolve(BALLAST);
    long left = Files.getFileStore(seenBy(on)).getUsableSpace();
    // As much as there is: the last blocks of a file system cannot be taken at once.
    while (left > 0
        && !Command.works(
            BOUND, List.of("fallocate", "-l", Long.toString(left), ballast.toString()))
        && on.isAlive()) {
      left -= left / 64 + 1;
    }
    Command.run(
        BOUND, List.of("dd", "if=/dev/zero", "of=" + ballast + ".rest", "bs=4k", "oflag=sync"));
  }

  /** Gives the room back, whether the process still lives or died of it. */
  void free(Child on) throws IOException {
    String beside = folder.resolve(BALLAST).toString();
    List<String> words = List.of("rm", "-f", beside, beside + ".rest");
    if (on.isAlive()) {
      try {
        Files.deleteIfExists(seenBy(on).resolve(BALLAST));
        Files.deleteIfExists(seenBy(on).resolve(BALLAST + ".rest"));
        return;
      } catch (IOException died) {
        on.kill();
      }
    }
    on.kill();
    Command.demand(BOUND, on(words));
  }

  private Path seenBy(Child child) {
    return Path.of("/proc/" + child.pid() + "/root" + folder);
  }
}
